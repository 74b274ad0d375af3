// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ILoanHub} from "../loans/ILoanHub.sol";
import {ILoanOwner} from "../loans/ILoanOwner.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {IVesting} from "./IVesting.sol";
import {VestingStore} from "./VestingStore.sol";

/// @dev Loans on schedules. The hub's borrower is this contract; the money is the beneficiary's.
abstract contract VestingLoans is VestingStore {
    using SafeERC20 for IERC20;

    uint256 private constant MIN_LOAN_DAYS = 10;
    uint256 private constant MAX_LOAN_DAYS = 1_000;

    /// @inheritdoc IVesting
    uint256 public constant loanBuffer = 10;

    /// @inheritdoc IVesting
    function takeLoanOnVesting(uint256 vestingId) external nonReentrant {
        Schedule storage schedule = _requireBeneficiary(vestingId);
        if (schedule.loanId != 0) revert LoanActive();
        uint128 amount = schedule.totalAmount - schedule.claimedAmount;
        if (amount == 0) revert NothingToPledge();
        if (LOAN == address(0)) revert LoansUnavailable();

        schedule.pledged = amount;
        if (schedule.isAuto) {
            // As with tokens that a wallet pledges: whoever gets the money back has no capital in the token.
            IFactoryToken(schedule.token).releaseBacking(msg.sender, amount);
        }
        uint256 numberOfDays = _loanDays(schedule.endTime);
        uint256 held = USDB.balanceOf(address(this));
        IERC20(schedule.token).forceApprove(LOAN, amount);
        uint256 loanId = ILoanHub(LOAN).takeLoan(MAIN, schedule.token, amount, numberOfDays);
        schedule.loanId = SafeCast.toUint64(loanId);
        _ofLoan[loanId] = vestingId;
        emit LoanTaken(vestingId, loanId, amount, numberOfDays);
        USDB.safeTransfer(msg.sender, USDB.balanceOf(address(this)) - held);
    }

    /// @inheritdoc IVesting
    function repayLoanOnVesting(uint256 vestingId) external nonReentrant {
        Schedule storage schedule = _requireBeneficiary(vestingId);
        uint256 loanId = schedule.loanId;
        if (loanId == 0) revert NoActiveLoan();
        uint256 debt = ILoanHub(LOAN).getUserLoanDetails(address(this), loanId).fullAmount;
        uint256 pledged = schedule.pledged;
        _closeLoan(schedule, loanId);
        emit LoanRepaid(vestingId, loanId);
        _restoreBacking(schedule, pledged);
        USDB.safeTransferFrom(msg.sender, address(this), debt);
        USDB.forceApprove(LOAN, debt);
        ILoanHub(LOAN).repayLoan(loanId);
    }

    /// @inheritdoc ILoanOwner
    /// @dev What was vested and not claimed shrinks in the proportion of the unclaimed tokens.
    function onLoanLiquidated(uint256 hubId, uint256, uint256 returned) external {
        if (msg.sender != LOAN) revert OnlyLoanHub();
        uint256 vestingId = _ofLoan[hubId];
        Schedule storage schedule = _requireSchedule(vestingId);
        uint256 claimed = schedule.claimedAmount;
        uint256 before = schedule.totalAmount - claimed;
        uint256 lost = schedule.pledged - returned;
        uint256 left = Math.mulDiv(_vested(schedule) - claimed, before - lost, before);
        _closeLoan(schedule, hubId);
        schedule.vestedFloor = SafeCast.toUint128(claimed + left);
        schedule.totalAmount = SafeCast.toUint128(claimed + before - lost);
        emit VestingLiquidated(vestingId, hubId, returned, schedule.totalAmount);
        _restoreBacking(schedule, returned);
    }

    /// @dev At the end of a loan: what came back backs shares again.
    function _restoreBacking(Schedule storage schedule, uint256 returned) private {
        if (schedule.isAuto) IFactoryToken(schedule.token).restoreBacking(schedule.beneficiary, returned);
    }

    function _closeLoan(Schedule storage schedule, uint256 loanId) private {
        schedule.loanId = 0;
        schedule.pledged = 0;
        delete _ofLoan[loanId];
    }

    function _loanDays(uint256 endTime) private view returns (uint256) {
        uint256 left = Math.ceilDiv(Math.saturatingSub(endTime, block.timestamp), 1 days);
        return Math.min(Math.max(left + loanBuffer, MIN_LOAN_DAYS), MAX_LOAN_DAYS);
    }
}
