// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {ResolverStore} from "./ResolverStore.sol";

/// @dev Stakes of voters and their locks. A vote locks the stake for 24 hours and until its dispute is over.
abstract contract VoterStakes is ResolverStore {
    using SafeERC20 for IERC20;

    uint256 private constant STAKE_LOCK = 24 hours;

    /// @inheritdoc IMarketResolver
    uint256 public constant MIN_STAKE_AMOUNT = 5e18;

    /// @inheritdoc IMarketResolver
    function stake(address token) external nonReentrant {
        if (_stakes[msg.sender].amount != 0) revert AlreadyStaked();
        if (token != address(SWAP.MAIN()) && !SWAP.FACTORY().isEcosystemToken(token)) {
            revert UnknownToken(token);
        }
        _stakes[msg.sender] = Stake(token, MIN_STAKE_AMOUNT);
        // `token` is TIDE or was created by the factory: code of the platform that charges no fee.
        IERC20(token).safeTransferFrom(msg.sender, address(this), MIN_STAKE_AMOUNT);
    }

    /// @inheritdoc IMarketResolver
    function unstake(address token) external nonReentrant {
        Stake storage stake_ = _stakes[msg.sender];
        uint256 amount = stake_.amount;
        if (amount == 0) revert NotStaked();
        if (stake_.token != token) revert WrongStake(stake_.token);
        uint256 until = stakeLockedUntil(msg.sender);
        if (block.timestamp < until) revert StakeLocked(until);
        releaseVotes(type(uint256).max);
        uint256 left = _voteLocks[msg.sender].length;
        if (left > 0) revert StakeInDispute(_voteLocks[msg.sender][left - 1].marketToken);
        delete _stakes[msg.sender];
        IERC20(token).safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function releaseVotes(uint256 most) public {
        VoteLock[] storage locks = _voteLocks[msg.sender];
        for (uint256 left = locks.length; left > 0 && most > 0; --left) {
            VoteLock storage lock = locks[left - 1];
            if (block.timestamp < lock.time + STAKE_LOCK) return;
            if (!_isRoundOver(lock.marketToken, lock.round)) return;
            locks.pop();
            --most;
        }
    }

    /// @inheritdoc IMarketResolver
    function userStakedAmount(address wallet) external view returns (uint256) {
        return _stakes[wallet].amount;
    }

    /// @inheritdoc IMarketResolver
    function stakedToken(address wallet) external view returns (address) {
        return _stakes[wallet].token;
    }

    /// @inheritdoc IMarketResolver
    function stakeLockedUntil(address wallet) public view returns (uint256) {
        uint256 count = _voteLocks[wallet].length;
        return count == 0 ? 0 : _voteLocks[wallet][count - 1].time + STAKE_LOCK;
    }

    /// @inheritdoc IMarketResolver
    function votesHeld(address wallet) external view returns (uint256) {
        return _voteLocks[wallet].length;
    }

    /// @inheritdoc IMarketResolver
    function isVoter(address wallet) public view returns (bool) {
        return _stakes[wallet].amount != 0;
    }

    /// @dev Whether the round has ended, so that its votes no longer lock a stake.
    function _isRoundOver(address marketToken, uint256 round) private view returns (bool) {
        return resolved[marketToken] || currentRound[marketToken] > round;
    }
}
