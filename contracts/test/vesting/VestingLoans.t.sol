// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IVesting} from "../../src/vesting/IVesting.sol";
import {VestingFixture} from "../helpers/VestingFixture.sol";

/// @dev Loans on schedules, with the hub and the pools.
contract VestingLoansTest is VestingFixture {
    /// 100 tokens for 10 days of schedule and 10 of buffer: the fee is 2 % + 20 * 0.005 % = 2.1 % of the value.
    function test_aLoanPaysTheBeneficiary() public {
        uint256 id = gradual(100e18, 10);
        uint256 value = main.getColleteralValue(100e18, address(reef));
        vm.expectEmit(address(vesting));
        emit IVesting.LoanTaken(id, 1, 100e18, 20);
        _borrow(id);
        vm.assertEq(usdb.balanceOf(BENEFICIARY), value - _ceilDiv(value * 21, 1_000));
        vm.assertEq(usdb.balanceOf(address(vesting)), 0);
        vm.assertEq(reef.balanceOf(address(vesting)), 0);
        vm.assertEq(vesting.getActiveLoan(id), 1);
        vm.assertEq(vesting.getVestingDetails(id).activeLoanId, 1);
        ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(address(vesting), 1);
        vm.assertEq(loan.fullAmount, value);
        vm.assertEq(loan.collateralAmount, 100e18);
        vm.assertEq(loan.liquidationTime, vm.getBlockTimestamp() + 20 days);
    }

    function test_tideIsCollateralToo() public {
        buy(ALICE, address(main), 100_000e18);
        uint256 amount = main.balanceOf(ALICE);
        allow(ALICE, address(main));
        vm.prank(ALICE);
        uint256 id = vesting.createCliffVesting(
            BENEFICIARY, address(main), amount, vm.getBlockTimestamp() + 1 days, "", address(main)
        );
        _borrow(id);
        vm.assertEq(main.balanceOf(address(vesting)), 0);
        _repay(id);
        vm.assertEq(main.balanceOf(address(vesting)), amount);
        _borrow(id);
        skip(11 days);
        hub.liquidate(address(vesting), 2);
        uint256 left = main.balanceOf(address(vesting));
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, left);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
        vm.assertEq(main.balanceOf(BENEFICIARY), left);
    }

    function test_claimsRestUntilTheRepayment() public {
        uint256 id = gradual(100e18, 10);
        skip(2 days);
        claim(id);
        _borrow(id);
        vm.assertEq(hub.getUserLoanDetails(address(vesting), 1).collateralAmount, 80e18);
        skip(3 days);
        vm.assertEq(vesting.getVestedAmount(id), 50e18);
        vm.assertEq(vesting.getClaimableAmount(id), 0);
        vm.expectRevert(IVesting.LoanActive.selector);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
        _repay(id);
        vm.assertEq(vesting.getActiveLoan(id), 0);
        vm.assertEq(usdb.balanceOf(address(vesting)), 0);
        vm.assertEq(reef.balanceOf(address(vesting)), 80e18);
        vm.assertEq(claim(id), 30e18);
        // Again, with the next id.
        _borrow(id);
        vm.assertEq(vesting.getActiveLoan(id), 2);
        _repay(id);
        skip(5 days);
        vm.assertEq(claim(id), 50e18);
    }

    /// Days to the end, rounded up, and ten more, but at least 10 and at most 1,000.
    function test_daysOfALoan() public {
        uint256[4] memory ids = [gradual(50e18, 990), gradual(50e18, 10), cliff(50e18, 3_600), cliff(50e18, 5 days)];
        skip(1);
        uint256[4] memory numberOfDays = [uint256(1_000), 20, 11, 15];
        for (uint256 i; i < 4; ++i) {
            vm.expectEmit(address(vesting));
            emit IVesting.LoanTaken(ids[i], i + 1, 50e18, numberOfDays[i]);
            _borrow(ids[i]);
        }
        uint256 ended = cliff(50e18, 3_600);
        uint256 start = vm.getBlockTimestamp() + 900 days;
        vm.prank(DEV);
        uint256 later = vesting.createGradualVesting(
            BENEFICIARY, address(reef), 50e18, start, 990, 0, "", address(main)
        );
        skip(100 days);
        vm.expectEmit(address(vesting));
        emit IVesting.LoanTaken(ended, 5, 50e18, 10);
        _borrow(ended);
        vm.expectEmit(address(vesting));
        emit IVesting.LoanTaken(later, 6, 50e18, 1_000);
        _borrow(later);
    }

    function test_refusedLoans() public {
        uint256 id = gradual(100e18, 10);
        address[3] memory others = [DEV, ALICE, OPERATOR];
        for (uint256 i; i < 3; ++i) {
            vm.startPrank(others[i]);
            vm.expectRevert(IVesting.OnlyBeneficiary.selector);
            vesting.takeLoanOnVesting(id);
            vm.stopPrank();
        }
        vm.expectRevert(IVesting.NoActiveLoan.selector);
        vm.prank(BENEFICIARY);
        vesting.repayLoanOnVesting(id);
        _borrow(id);
        vm.expectRevert(IVesting.LoanActive.selector);
        _borrow(id);
        vm.expectRevert(IVesting.OnlyBeneficiary.selector);
        vm.prank(DEV);
        vesting.repayLoanOnVesting(id);
        // The borrower has the money; another beneficiary would have the debt.
        vm.expectRevert(IVesting.LoanActive.selector);
        vm.prank(DEV);
        vesting.changeBeneficiary(id, ALICE);
        // Nobody else gets at the hub's side of the loan.
        vm.startPrank(BENEFICIARY);
        vm.expectRevert(ILoanHub.LoanNotFound.selector);
        hub.repayLoan(1);
        vm.stopPrank();
        _repay(id);
        skip(10 days);
        claim(id);
        vm.expectRevert(IVesting.NothingToPledge.selector);
        _borrow(id);
    }

    /// A loan below 0.99 USDB is refused as a whole: the tokens stay.
    function test_dustIsNoCollateral() public {
        uint256 id = gradual(1, 10);
        vm.expectRevert();
        _borrow(id);
        vm.assertEq(vesting.getActiveLoan(id), 0);
        vm.assertEq(reef.balanceOf(address(vesting)), 1);
    }

    function test_anExpiredLoanCanStillBeRepaid() public {
        uint256 id = gradual(100e18, 10);
        _borrow(id);
        skip(30 days);
        _repay(id);
        vm.assertEq(claim(id), 100e18);
    }

    /// 20 of 100 were claimed, 80 pledged. What comes back is the rest of the schedule, and is claimable as it vests.
    function test_aLiquidationLeavesTheRest() public {
        uint256 id = gradual(100e18, 10);
        skip(2 days);
        claim(id);
        _borrow(id);
        _raiseThePrice();
        vm.expectRevert();
        hub.liquidate(address(vesting), 1);
        skip(18 days);
        vm.prank(KEEPER);
        hub.liquidate(address(vesting), 1);
        uint256 burned = hub.getUserLoanDetails(address(vesting), 1).liquidatedAmount;
        uint256 returned = reef.balanceOf(address(vesting));
        vm.assertTrue(burned > 0 && returned > 1e18);
        vm.assertEq(burned + returned + reef.balanceOf(KEEPER), 80e18);
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, 20e18 + returned);
        vm.assertEq(vesting.getActiveLoan(id), 0);
        vm.expectRevert(IVesting.NoActiveLoan.selector);
        vm.prank(BENEFICIARY);
        vesting.repayLoanOnVesting(id);
        vm.assertEq(claim(id), returned);
        vm.assertEq(reef.balanceOf(address(vesting)), 0);
        vm.expectRevert();
        hub.liquidate(address(vesting), 1);
    }

    /// The liquidation of the core loan goes through the hub, and is settled as well.
    function test_aCoreLiquidationIsSettledToo() public {
        uint256 id = cliff(100e18, 1 days);
        _borrow(id);
        vm.prank(BENEFICIARY);
        vesting.extendVestingPeriod(id, 100);
        _raiseThePrice();
        skip(11 days);
        (, uint256 coreId,) = hub.userLoans(address(vesting), 1);
        vm.prank(KEEPER);
        main.LiquidateLoan(coreId, address(hub), false);
        uint256 returned = reef.balanceOf(address(vesting));
        vm.assertEq(vesting.getActiveLoan(id), 0);
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, returned);
        vm.assertEq(vesting.getClaimableAmount(id), 0);
        skip(90 days);
        vm.assertEq(claim(id), returned);
    }

    /// 100 pledged, 40 vested and none claimed: with 50 back, 20 stay vested; the rest follows along the line of 50.
    function test_whatWasVestedShrinksInProportion() public {
        uint256 id = _openLoan(100e18);
        skip(4 days);
        _report(1, 50e18);
        vm.assertEq(vesting.getVestedAmount(id), 20e18);
        vm.assertEq(claim(id), 20e18);
        skip(1 days);
        vm.assertEq(claim(id), 5e18);
        skip(5 days);
        vm.assertEq(claim(id), 25e18);
    }

    /// 40 claimed, 60 pledged, 30 back: of 70 the line reaches the 40 that were claimed after 5.71 days.
    function test_claimsGoOnWhenTheLineReachesThem() public {
        uint256 id = gradual(100e18, 10);
        skip(4 days);
        claim(id);
        _borrow(id);
        _report(1, 30e18);
        vm.assertEq(vesting.getVestedAmount(id), 40e18);
        vm.assertEq(vesting.getClaimableAmount(id), 0);
        skip(2 days);
        vm.assertEq(vesting.getClaimableAmount(id), 2e18);
        skip(4 days);
        vm.assertEq(claim(id), 30e18);
    }

    function test_nothingMayComeBack() public {
        uint256 id = _openLoan(100e18);
        _report(1, 0);
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, 0);
        skip(10 days);
        vm.expectRevert(IVesting.NothingToClaim.selector);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
        vm.expectRevert(IVesting.NothingToPledge.selector);
        _borrow(id);
    }

    function test_addedTokensStayOutOfTheLoan() public {
        uint256 id = _openLoan(100e18);
        vm.prank(DEV);
        vesting.addTokensToVesting(id, 10e18);
        skip(5 days);
        _report(1, 40e18);
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, 50e18);
        vm.assertEq(vesting.getVestedAmount(id), 25e18);
        skip(5 days);
        vm.assertEq(claim(id), 50e18);
    }

    function test_onlyTheHubReportsLiquidations() public {
        uint256 id = _openLoan(100e18);
        address[4] memory others = [DEV, BENEFICIARY, OPERATOR, address(main)];
        for (uint256 i; i < 4; ++i) {
            vm.expectRevert(IVesting.OnlyLoanHub.selector);
            vm.prank(others[i]);
            vesting.onLoanLiquidated(1, 0, 0);
        }
        bytes memory unknown = abi.encodeWithSelector(IVesting.VestingNotFound.selector, 0);
        vm.startPrank(address(hub));
        vm.expectRevert(unknown);
        vesting.onLoanLiquidated(2, 0, 0);
        vm.expectEmit(address(vesting));
        emit IVesting.VestingLiquidated(id, 1, 10e18, 10e18);
        vesting.onLoanLiquidated(1, 90e18, 10e18);
        // Not twice.
        vm.expectRevert(unknown);
        vesting.onLoanLiquidated(1, 90e18, 10e18);
        vm.stopPrank();
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, 10e18);
    }

    function test_theHubIsSetOnceAndKnowsThisContract() public {
        IVesting other = IVesting(deploy("Vesting", abi.encode(swap, OPERATOR)));
        vm.prank(DEV);
        reef.approve(address(other), 100e18);
        vm.prank(DEV);
        uint256 id = other.createCliffVesting(
            BENEFICIARY, address(reef), 100e18, vm.getBlockTimestamp() + 1 days, "", address(main)
        );
        vm.expectRevert(IVesting.LoansUnavailable.selector);
        vm.prank(BENEFICIARY);
        other.takeLoanOnVesting(id);
        vm.startPrank(OPERATOR);
        vm.expectRevert(IVesting.ZeroAddress.selector);
        other.setLoanHub(address(0));
        // It would report liquidations to the other vesting contract.
        vm.expectRevert(IVesting.InvalidLoanHub.selector);
        other.setLoanHub(address(hub));
        vm.expectRevert(IVesting.AlreadySet.selector);
        vesting.setLoanHub(ALICE);
        vm.stopPrank();
        vm.assertEq(vesting.LOAN(), address(hub));
        vm.assertEq(vesting.loanBuffer(), 10);
    }

    /// Reward shares end when vested tokens are pledged; what a liquidation leaves is claimed and sold as any other.
    function test_rewardSharesOfPledgedTokens() public {
        FactoryToken token = launchAutoVest(1_000, 10 days, true);
        uint256 amount = buy(ALICE, address(token), 500e18);
        vm.assertTrue(token.shares(ALICE) > 490e18);
        vm.prank(ALICE);
        vesting.takeLoanOnVesting(1);
        vm.assertEq(token.shares(ALICE), 0);
        vm.assertEq(token.balanceOf(address(vesting)), 0);
        buy(BOB, address(main), 100_000e18);
        skip(20 days);
        vm.prank(KEEPER);
        hub.liquidate(address(vesting), 1);
        uint256 returned = token.balanceOf(address(vesting));
        vm.assertTrue(returned > 0 && returned < amount);
        vm.assertEq(token.vestingBacking(ALICE), returned);
        vm.prank(ALICE);
        vesting.claimTokens(1);
        sell(ALICE, address(token), returned);
        vm.assertEq(token.shares(ALICE), 0);
    }

    /// Whatever was claimed before and whatever comes back: claimed <= vested <= total, and all of the rest in the end.
    function testFuzz_afterALiquidation(uint256 seed) public {
        uint256 amount = bound(amountOf(seed, 2_000e18), 2e18, 2_000e18);
        uint256 id = gradual(amount, 10 + seed % 90, uint8(seed % 4));
        uint256 claimed;
        skip(next(seed) % 30 days);
        if (vesting.getClaimableAmount(id) > 0) claimed = claim(id);
        if (seed & 16 == 0 && vm.getBlockTimestamp() < vesting.getVestingDetails(id).unlockTime) {
            vm.prank(DEV);
            vesting.extendVestingPeriod(id, 1 + seed % 50);
        }
        vm.assume(amount - claimed >= 1e18);
        _borrow(id);
        skip(next(next(seed)) % 60 days);
        uint256 returned = next(seed ^ 1) % (amount - claimed + 1);
        uint256 vested = vesting.getVestedAmount(id);
        _report(1, returned);
        uint256 total = claimed + returned;
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, total);
        vm.assertGe(vesting.getVestedAmount(id), claimed, "claimed is vested");
        vm.assertLe(vesting.getVestedAmount(id), total, "vested is at most the total");
        vm.assertLe(vesting.getVestedAmount(id), vested, "a liquidation vests nothing");
        vm.warp(vesting.getVestingDetails(id).unlockTime);
        if (returned > 0) claimed += claim(id);
        vm.assertEq(claimed, total, "all in the end");
    }

    /// @dev A schedule of 10 days that is pledged.
    function _openLoan(uint256 amount) private returns (uint256 id) {
        id = gradual(amount, 10);
        _borrow(id);
    }

    /// @dev What the hub does after a liquidation.
    function _report(uint256 hubId, uint256 returned) private {
        if (returned > 0) {
            vm.prank(DEV);
            reef.transfer(address(vesting), returned);
        }
        vm.prank(address(hub));
        vesting.onLoanLiquidated(hubId, 0, returned);
    }

    function _borrow(uint256 id) private {
        vm.prank(BENEFICIARY);
        vesting.takeLoanOnVesting(id);
    }

    function _repay(uint256 id) private {
        uint256 debt = hub.getUserLoanDetails(address(vesting), vesting.getActiveLoan(id)).fullAmount;
        vm.prank(OPERATOR);
        usdb.mint(BENEFICIARY, debt);
        uint256 held = usdb.balanceOf(BENEFICIARY);
        vm.prank(BENEFICIARY);
        IERC20(address(usdb)).approve(address(vesting), debt);
        vm.expectEmit(address(vesting));
        emit IVesting.LoanRepaid(id, vesting.getActiveLoan(id));
        vm.prank(BENEFICIARY);
        vesting.repayLoanOnVesting(id);
        vm.assertEq(held - usdb.balanceOf(BENEFICIARY), debt);
    }

    /// @dev So that a liquidation leaves something.
    function _raiseThePrice() private {
        buy(BOB, address(reef), 300_000e18);
    }

    function _ceilDiv(uint256 a, uint256 b) private pure returns (uint256) {
        return (a + b - 1) / b;
    }
}
