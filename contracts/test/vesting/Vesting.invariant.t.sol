// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IVesting} from "../../src/vesting/IVesting.sol";
import {VestingFixture} from "../helpers/VestingFixture.sol";
import {VestingHandler} from "../helpers/VestingHandler.sol";

/// @dev Random schedules of a plain token and of purchases, with random times and loans. A few exist from the start, so that
/// short runs have something to change.
contract VestingInvariantTest is VestingFixture {
    VestingHandler private handler;
    FactoryToken private token;

    function setUp() public override {
        super.setUp();
        token = launchAutoVest(2_000, 20 days, true);
        address[] memory wallets = new address[](3);
        (wallets[0], wallets[1], wallets[2]) = (ALICE, BOB, DEV);
        for (uint256 i; i < 3; ++i) {
            fund(wallets[i], 1e27);
            buy(wallets[i], address(reef), 10_000e18);
            allow(wallets[i], address(reef));
            allow(wallets[i], address(usdb));
        }
        handler = new VestingHandler(vesting, hub, swap, reef, token, wallets);
        handler.create(0x1_0000_0000, 0);
        handler.create(0x1_00f1_0000, 5 days);
        handler.create(uint256(1) << 64 | 0x1_0831_0000, 0);
        handler.buy(uint256(500e18) << 128, true);
        handler.buy(uint256(90e18) << 128 | uint256(1) << 64, true);
        handler.wait(3 days);
        handler.borrow(uint256(3) << 32);
        handler.borrow(uint256(2) << 32);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_vesting() public view {
        vm.assertFalse(handler.vestedFell());
        (uint256 plainOwed, uint256 autoOwed) = (0, 0);
        uint256 unclaimed;
        uint256[3] memory backing;
        address[] memory wallets = handler.wallets();
        for (uint256 id = 1; id <= vesting.vestingCount(); ++id) {
            IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
            _assertSchedule(id, details);
            uint256 open = details.totalAmount - details.claimedAmount;
            unclaimed += open;
            bool isAuto = details.token == address(token);
            if (details.activeLoanId != 0) continue;
            if (isAuto) backing[_indexOf(wallets, details.beneficiary)] += open;
            if (isAuto) autoOwed += open;
            else plainOwed += open;
        }
        vm.assertGe(reef.balanceOf(address(vesting)), plainOwed, "tokens held");
        vm.assertGe(token.balanceOf(address(vesting)), autoOwed, "bought tokens held");
        vm.assertEq(unclaimed, handler.received() - handler.paid() - handler.lost(), "nothing appears or vanishes");
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(token.vestingBacking(wallets[i]), backing[i], "backing");
        }
        vm.assertEq(usdb.balanceOf(address(vesting)), 0, "no USDB stays");
    }

    /// In the end everybody gets everything: after the last end all unclaimed tokens without a loan are claimed.
    function afterInvariant() external {
        vm.warp(vm.getBlockTimestamp() + 2_000 days);
        for (uint256 id = 1; id <= vesting.vestingCount(); ++id) {
            IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
            uint256 open = details.totalAmount - details.claimedAmount;
            if (details.activeLoanId != 0 || open == 0) continue;
            uint256 held = IERC20(details.token).balanceOf(details.beneficiary);
            vm.prank(details.beneficiary);
            vesting.claimTokens(id);
            vm.assertEq(IERC20(details.token).balanceOf(details.beneficiary) - held, open);
        }
    }

    /// The invariants would hold trivially if the handler reached none of this.
    function test_theHandlerReachesLoansAndLiquidations() public {
        vm.assertEq(handler.loans(), 2);
        handler.liquidate(uint256(3) << 32);
        handler.claim(uint256(4) << 32);
        handler.extend(uint256(0) << 32, 5);
        handler.repay(uint256(2) << 32);
        vm.assertEq(handler.liquidations(), 1);
        vm.assertTrue(handler.lost() > 0 && handler.paid() > 0);
        invariant_vesting();
    }

    function _assertSchedule(uint256 id, IVesting.VestingDetails memory details) private view {
        uint256 vested = vesting.getVestedAmount(id);
        vm.assertLe(vested, details.totalAmount, "vested is at most the total");
        vm.assertLe(details.claimedAmount, vested, "claimed is at most vested");
        if (vm.getBlockTimestamp() >= details.unlockTime) vm.assertEq(vested, details.totalAmount, "all in the end");
        uint256 claimable = details.activeLoanId == 0 ? vested - details.claimedAmount : 0;
        vm.assertEq(vesting.getClaimableAmount(id), claimable, "claimable");
    }

    function _indexOf(address[] memory wallets, address wallet) private pure returns (uint256 i) {
        while (wallets[i] != wallet) ++i;
    }
}
