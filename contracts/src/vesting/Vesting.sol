// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IVesting} from "./IVesting.sol";
import {VestingCreation} from "./VestingCreation.sol";
import {VestingLoans} from "./VestingLoans.sol";
import {VestingStore} from "./VestingStore.sol";
import {VestingViews} from "./VestingViews.sol";

/// @dev Tokens here are TIDE or launched tokens and run no code of the recipient.
contract Vesting is VestingCreation, VestingLoans, VestingViews {
    using SafeERC20 for IERC20;
    using EnumerableSet for EnumerableSet.UintSet;

    constructor(ISwap swap, address operator) VestingStore(swap, operator) {}

    /// @inheritdoc IVesting
    function claimTokens(uint256 vestingId) external nonReentrant {
        Schedule storage schedule = _requireBeneficiary(vestingId);
        if (schedule.loanId != 0) revert LoanActive();
        uint256 amount = _claimable(schedule);
        if (amount == 0) revert NothingToClaim();
        _pay(vestingId, schedule, amount);
    }

    /// @inheritdoc IVesting
    function changeBeneficiary(uint256 vestingId, address newBeneficiary) external nonReentrant {
        Schedule storage schedule = _requireCreator(vestingId);
        _checkBeneficiary(newBeneficiary, schedule.token);
        // The loan's money went to the old beneficiary, and the collateral is what the new one would get.
        if (schedule.loanId != 0) revert LoanActive();
        uint256 amount = _claimable(schedule);
        if (amount > 0) _pay(vestingId, schedule, amount);
        address oldBeneficiary = schedule.beneficiary;
        schedule.beneficiary = newBeneficiary;
        _ofBeneficiary[oldBeneficiary].remove(vestingId);
        _ofBeneficiary[newBeneficiary].add(vestingId);
        emit BeneficiaryChanged(vestingId, oldBeneficiary, newBeneficiary);
    }

    /// @inheritdoc IVesting
    function transferCreatorRole(uint256 vestingId, address newCreator) external {
        Schedule storage schedule = _requireCreator(vestingId);
        if (newCreator == address(0)) revert ZeroAddress();
        schedule.creator = newCreator;
        _ofCreator[msg.sender].remove(vestingId);
        _ofCreator[newCreator].add(vestingId);
        emit CreatorRoleTransferred(vestingId, msg.sender, newCreator);
    }

    /// @inheritdoc IVesting
    function addTokensToVesting(uint256 vestingId, uint256 additionalAmount) external nonReentrant {
        Schedule storage schedule = _requireCreator(vestingId);
        if (additionalAmount == 0) revert ZeroAmount();
        // A larger total only raises the line of what is vested.
        uint256 total = schedule.totalAmount + uint256(_toUint128(additionalAmount));
        schedule.totalAmount = _toUint128(total);
        address token = schedule.token;
        emit VestingUpdated(vestingId, msg.sender, schedule.beneficiary, token, total);
        IERC20(token).safeTransferFrom(msg.sender, address(this), additionalAmount);
    }

    /// @inheritdoc IVesting
    function extendVestingPeriod(uint256 vestingId, uint256 additionalDays) external {
        Schedule storage schedule = _requireSchedule(vestingId);
        if (msg.sender != schedule.creator && msg.sender != schedule.beneficiary) {
            revert OnlyCreatorOrBeneficiary();
        }
        if (block.timestamp >= schedule.endTime) revert VestingEnded();
        if (additionalDays == 0 || additionalDays > MAX_DURATION / 1 days) revert InvalidDuration();
        uint256 end = schedule.endTime + additionalDays * 1 days;
        if (end - schedule.startTime > MAX_DURATION) revert InvalidDuration();
        // Before the line changes.
        schedule.vestedFloor = SafeCast.toUint128(_vested(schedule));
        schedule.endTime = SafeCast.toUint40(end);
        emit VestingExtended(vestingId, additionalDays);
    }

    /// @dev First the tokens, then the backing: between them the wallet has both, so that no reward shares are lost.
    function _pay(uint256 vestingId, Schedule storage schedule, uint256 amount) private {
        schedule.claimedAmount += SafeCast.toUint128(amount);
        (address token, address beneficiary) = (schedule.token, schedule.beneficiary);
        emit TokensClaimed(vestingId, amount);
        IERC20(token).safeTransfer(beneficiary, amount);
        if (schedule.isAuto) IFactoryToken(token).releaseBacking(beneficiary, amount);
    }
}
