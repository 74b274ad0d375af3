// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {ResolverViews} from "./ResolverViews.sol";

/// @dev Bonds of the parties and bounties of the voters. USDB runs no code of the recipient, so none of the transfers
/// can reenter.
abstract contract DisputeBonds is ResolverViews {
    using SafeERC20 for IERC20;

    uint256 private constant MAX_BOND = 1_000e18;
    /// A bond is 1 % of the pool.
    uint256 private constant POOL_BOND_DIVISOR = 100;

    /// @inheritdoc IMarketResolver
    uint256 public constant PROPOSAL_BOND = 5e18;

    /// @inheritdoc IMarketResolver
    function claimBounty(address marketToken) external nonReentrant {
        uint256 amount = getClaimableBounty(marketToken, msg.sender);
        if (amount == 0) revert NoBounty();
        _hasClaimed[marketToken][msg.sender] = true;
        USDB.safeTransfer(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function claimEarlyBounty(address marketToken, uint256 round) external nonReentrant {
        uint256 amount = getClaimableEarlyBounty(marketToken, round, msg.sender);
        if (amount == 0) revert NoBounty();
        _rounds[marketToken][round].hasClaimedEarly[msg.sender] = true;
        USDB.safeTransfer(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function bondOf(address marketToken) public view returns (uint256) {
        uint256 proposerBond = disputes[marketToken].proposerBond;
        if (proposerBond != 0) return proposerBond;
        uint256 bond = Math.max(PROPOSAL_BOND, TRADING.getPool(marketToken) / POOL_BOND_DIVISOR);
        return Math.min(bond, MAX_BOND) * 2 ** currentRound[marketToken];
    }

    /// @dev Every party that named the outcome gets its own bond back. The first of proposer, disputer and vetoer also
    /// gets the bonds of the parties that were wrong. Without such a party the insurance wallet gets all bonds.
    function _distributeBonds(address marketToken, Dispute memory dispute_, uint8 outcomeId) internal {
        bool isProposerRight = dispute_.originalOutcome == outcomeId;
        bool isDisputerRight = dispute_.disputedOutcome == outcomeId;
        bool isVetoerRight = dispute_.vetoer != address(0) && dispute_.vetoOutcome == outcomeId;
        uint256 total = dispute_.proposerBond + dispute_.disputerBond + dispute_.vetoBond;
        if (isProposerRight || isDisputerRight) {
            uint256 back = isVetoerRight ? dispute_.vetoBond : 0;
            _payBonds(marketToken, isProposerRight ? dispute_.proposer : dispute_.disputer, total - back);
            if (back > 0) _payBonds(marketToken, dispute_.vetoer, back);
        } else if (isVetoerRight) {
            _payBonds(marketToken, dispute_.vetoer, total);
        } else {
            _seizeBonds(marketToken, total);
        }
    }

    function _payBonds(address marketToken, address winner, uint256 amount) internal {
        USDB.safeTransfer(winner, amount);
        emit BondsDistributed(marketToken, winner, amount);
    }

    function _seizeBonds(address marketToken, uint256 amount) internal {
        if (amount == 0) return;
        USDB.safeTransfer(TRADING.insurance(), amount);
        emit BondsSeized(marketToken, amount);
    }

    function _receiveBond(uint256 bond) internal returns (uint256) {
        USDB.safeTransferFrom(msg.sender, address(this), bond);
        return bond;
    }
}
